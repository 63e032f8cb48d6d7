/** A list below the threshold of 3,600 bytes of `plimsollOf`, and above three quarters of it. */
export const nearlyFull = [
  { role: 'user', content: 'Begin.' },
  { role: 'assistant', content: 'a'.repeat(1_500) },
  { role: 'user', content: 'b'.repeat(1_500) },
  ...Array.from({ length: 6 }, (_, turn) => ({
    role: turn % 2 === 0 ? ('assistant' as const) : ('user' as const),
    content: `turn ${turn}`,
  })),
] as const
