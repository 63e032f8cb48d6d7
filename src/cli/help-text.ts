export const purpose =
  'Keeps what an agent sends to a model under a hard limit. This command shows, on a conversation that you ' +
  'recorded, what would be sent, and what would be left out. It calls no model and prints no content.'

/** What stands below the options: how to begin, and what the exit codes mean. */
export const helpText = `
Examples:
  See what the last call of a conversation would send, with at most 64 KiB:
  $ plimsoll assemble chat.json --hard-limit 64KiB

  Make all of its calls again, and read only what they come to:
  $ plimsoll replay chat.json --hard-limit 64KiB --json | tail -n 1

  Find the limit that suits you:
  $ plimsoll replay chat.json --sweep 32KiB,64KiB,128KiB

Files are JSON or JSONL: OpenAI chat or Responses, Anthropic, Gemini, AI SDK, LangChain, OpenAI Agents,
OpenHands events, recorded responses, and sessions of Claude Code and pi. Which of them is found out.

Exit codes: 0 done, 2 the input or an option is not in order, 3 a call was refused or an artifact is not
intact, 130 interrupted.
`
