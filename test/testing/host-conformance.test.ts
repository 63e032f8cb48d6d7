import { hostConformance } from 'plimsoll/testing'
import { describe, expect, it, test } from 'vitest'
import { OwnLoop, ownLoopAdapter } from './own-loop-adapter.ts'

type Chat = Parameters<OwnLoop['call']>[0]

hostConformance(ownLoopAdapter(), { describe, it })

/** Runs the suite against a loop, and gives the titles of the tests that fail. */
async function failuresOf(loop: typeof OwnLoop): Promise<readonly string[]> {
  const tests: { readonly title: string; readonly body: () => Promise<void> }[] = []
  hostConformance(
    { ...ownLoopAdapter(loop), patienceMs: 100 },
    {
      describe: (_, body) => body(),
      it: (title, body) => tests.push({ title, body }),
    },
  )
  const failed: string[] = []
  for (const { title, body } of tests) {
    // The paths are many, and tell nothing more here.
    if (!title.startsWith('goes')) await body().catch(() => failed.push(title))
  }
  return failed
}

describe('a broken host is caught', () => {
  test('that orphans a result', async () => {
    class Orphaning extends OwnLoop {
      protected override wire(messages: Chat): Chat {
        const call = messages.findIndex(({ tool_calls }) => tool_calls)
        return messages.filter((_, index) => index !== call)
      }
    }
    expect(await failuresOf(Orphaning)).toContain('sends the very list that was verified (generate)')
  })

  test('that forgets to commit', async () => {
    class Forgetful extends OwnLoop {
      protected override async settle(): Promise<void> {}
    }
    expect(await failuresOf(Forgetful)).toEqual(
      expect.arrayContaining(['commits a call that was answered (generate)']),
    )
  })

  test('that sends a list which is stale', async () => {
    class Stale extends OwnLoop {
      #first: Chat | undefined
      protected override history(messages: Chat): Chat {
        this.#first ??= [...messages]
        return this.#first
      }
    }
    expect(await failuresOf(Stale)).toContain('sends what the history holds now (generate)')
  })

  test('that lets text out', async () => {
    class Leaking extends OwnLoop {
      protected override wire(messages: Chat): Chat {
        const text = String(messages.at(-1)?.content)
        if (text.startsWith('kanarie')) console.log(text)
        return messages
      }
    }
    expect(await failuresOf(Leaking)).toContain('lets no content out (generate)')
  })

  test('that goes round the bound', async () => {
    class Unbounded extends OwnLoop {
      #messages: Chat = []
      protected override history(messages: Chat): Chat {
        this.#messages = messages
        return messages
      }
      protected override wire(): Chat {
        return this.#messages
      }
    }
    expect(await failuresOf(Unbounded)).toContain('sends nothing above the hard limit (generate)')
  })

  test('that declares a gap which is none', async () => {
    const tests: (() => Promise<void>)[] = []
    hostConformance(
      { ...ownLoopAdapter(), unsupported: { commit: 'it is said so' } },
      {
        describe: (_, body) => body(),
        it: (title, body) => {
          if (title.startsWith('commits')) tests.push(body)
        },
      },
    )
    await expect(tests[0]?.()).rejects.toThrow('take the declaration out')
  })
})
