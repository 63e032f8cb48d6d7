import { createPlimsoll, kibibytes, recommended } from 'plimsoll'
import { type ArtifactWorkspace, artifactWorkspace } from 'plimsoll/artifacts'
import type { OpenAIChatMessage } from 'plimsoll/dialects/openai-chat'
import type { PersistedRun } from 'plimsoll/redis'
import { createStorage } from 'unstorage'
import redisDriver from 'unstorage/drivers/redis'

/** One job: a provider call of a run that other workers work on, too. */
export interface ProviderCall {
  readonly run: PersistedRun
  readonly messages: readonly OpenAIChatMessage[]
  readonly providerUrl: string
}

export const queueName = 'provider-calls'

/** Once per process, the same in all of them. */
export const plimsoll = createPlimsoll(recommended({ hardLimitBytes: kibibytes(64) }))

/** Bodies of artifacts, in Redis. */
export function openWorkspace(url: string): ArtifactWorkspace {
  return artifactWorkspace({
    storage: createStorage({ driver: redisDriver({ url, base: 'bullmq-example' }) }),
  })
}
