/** Input that the command can't work with. Its message is the one line that the command prints. */
export class InputError extends Error {
  /**
   * @param subject the file or the option, as it was given
   * @param place line or message, where there is one
   * @param problem what is wrong there, and what to do; never content of the file
   */
  constructor(subject: string, place: string | undefined, problem: string) {
    const where = place === undefined ? subject : `${subject}, ${place}`
    super(oneLine(`${where}: ${problem}`))
    this.name = 'InputError'
  }
}

/** A text without line ends and other control characters, which a terminal would act on. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}
