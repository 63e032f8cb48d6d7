import type { AwaitPoint } from './await-points.ts'

/** How many points each function of each file has. A new one needs a scenario in which faults come to it. */
export const pinnedAwaitPoints: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'machines/assembly/task.ts': {
    task: 1,
  },
  'src/artifacts/artifact-workspace.ts': {
    'artifactWorkspace.read': 2,
    'artifactWorkspace.list': 2,
    'artifactWorkspace.verify': 2,
    'artifactWorkspace.retain': 1,
    'artifactWorkspace.stat': 2,
    'artifactWorkspace.listed': 1,
  },
  'src/artifacts/digest-turns.ts': {
    'DigestTurns.take': 2,
  },
  'src/artifacts/list-artifacts.ts': {
    listArtifacts: 1,
  },
  'src/artifacts/offload-body.ts': {
    offloadBody: 2,
    storeIn: 1,
    askCheckpoint: 1,
  },
  'src/artifacts/read-artifact.ts': {
    readArtifact: 2,
    answerOf: 1,
  },
  'src/artifacts/read-stored.ts': {
    readStoredBody: 2,
    readStoredRecord: 2,
  },
  'src/artifacts/retain-artifacts.ts': {
    retainArtifacts: 5,
    'retainArtifacts.removeRecords': 3,
    'retainArtifacts.removeBody': 1,
  },
  'src/artifacts/storage-guard.ts': {
    'StorageGuard.read': 1,
    'StorageGuard.write': 1,
    'StorageGuard.has': 1,
    'StorageGuard.remove': 2,
    'StorageGuard.keys': 1,
    'StorageGuard.writtenAt': 1,
    'StorageGuard.#attempt': 1,
  },
  'src/artifacts/store-body.ts': {
    storeBody: 2,
    placeBody: 4,
    removeTorn: 2,
    placeRecord: 3,
  },
  'src/artifacts/until-aborted.ts': {
    untilAborted: 1,
  },
  'src/artifacts/verify-artifact.ts': {
    verifyArtifact: 2,
  },
  'src/assembly/and-then.ts': {
    andThen: 1,
  },
  'src/assembly/ask-reducer.ts': {
    askReducer: 1,
  },
  'src/assembly/carry-bodies.ts': {
    carryBodies: 1,
  },
  'src/assembly/history-watch.ts': {
    'HistoryWatch.recheck': 2,
    'HistoryWatch.lookAgain': 1,
  },
  'src/assembly/history.ts': {
    captureHistory: 1,
  },
  'src/assembly/propose-reduction.ts': {
    proposeReduction: 1,
  },
  'src/assembly/read-capture.ts': {
    readCapture: 1,
  },
  'src/assembly/record-ahead.ts': {
    recordAhead: 2,
  },
  'src/assembly/reducer-scope.ts': {
    insideReducerOf: 1,
  },
  'src/assembly/result-offload.ts': {
    'ResultOffload.settle': 1,
  },
  'src/assembly/workbench.ts': {
    'AssemblyWorkbench.captureSnapshot': 1,
    'AssemblyWorkbench.elideResults': 1,
    'AssemblyWorkbench.replayReduction': 1,
    'AssemblyWorkbench.proposeReduction': 2,
    'AssemblyWorkbench.confirmDispatch': 1,
    'AssemblyWorkbench.#readCapture': 1,
    'AssemblyWorkbench.#proposed': 1,
  },
  'src/hosts/ai-sdk/bound-model.ts': {
    'boundModel.doGenerate': 3,
    'boundModel.doStream': 2,
    'boundModel.passes': 1,
    'boundModel.sendBounded': 3,
  },
  'src/hosts/ai-sdk/bound-tools.ts': {
    'boundTool.keep': 2,
    'boundTool.keepLast': 2,
    'boundTool.execute': 1,
  },
  'src/hosts/ai-sdk/settle-stream.ts': {
    'settleStream.pull': 4,
    'settleStream.cancel': 2,
  },
  'src/hosts/anthropic/bound-messages.ts': {
    'boundMessages.middleware': 6,
    send: 2,
  },
  'src/hosts/anthropic/messages-body.ts': {
    readBody: 1,
  },
  'src/hosts/anthropic/says-too-long.ts': {
    saysTooLong: 1,
  },
  'src/hosts/anthropic/settle-response.ts': {
    settleResponse: 2,
    'settleBody.pull': 5,
    'settleBody.cancel': 2,
  },
  'src/hosts/google-adk/bound-llm.ts': {
    'boundLlm.generate': 5,
    'boundLlm.passes': 1,
  },
  'src/hosts/google-adk/watch-responses.ts': {
    watchResponses: 4,
  },
  'src/hosts/langchain/bound-chat-model.ts': {
    'boundChatModel.generate': 5,
    'boundChatModel.stream': 6,
    'boundChatModel.sendingOf': 1,
  },
  'src/hosts/langchain/bound-middleware.ts': {
    'boundMiddleware.wrapModelCall': 6,
  },
  'src/hosts/langchain/bounded-sending.ts': {
    'BoundedSending.open': 1,
    'BoundedSending.failed': 1,
  },
  'src/hosts/langchain/chat-model.ts': {
    modelBehind: 1,
  },
  'src/hosts/mastra/bound-processor.ts': {
    'boundProcessor.processLLMRequest': 3,
    'boundProcessor.processLLMResponse': 2,
    'boundProcessor.processAPIError': 1,
  },
  'src/hosts/openai-agents/bound-agents-model.ts': {
    'boundAgentsModel.getResponse': 4,
    'boundAgentsModel.getStreamedResponse': 6,
  },
  'src/hosts/openai-agents/bound-model-provider.ts': {
    'boundModelProvider.getModel': 1,
  },
  'src/hosts/openai-agents/bound-requests.ts': {
    'BoundRequests.open': 2,
    'BoundRequests.answered': 2,
    'BoundRequests.failed': 1,
  },
  'src/hosts/openai/bound-openai.ts': {
    'bindClone.prepareOptions': 3,
    'bindClone.makeRequest': 1,
    'bindClone.attempt': 2,
  },
  'src/hosts/openai/bound-requests.ts': {
    'BoundRequests.begin': 1,
    'BoundRequests.bound': 2,
    'BoundRequests.failed': 1,
    'BoundRequests.#isWhole': 1,
  },
  'src/hosts/openai/settle-response.ts': {
    'settleBody.pull': 4,
    'settleBody.cancel': 2,
  },
  'src/hosts/pi/bound-context.ts': {
    'boundContext.transformContext': 2,
    'boundContext.onEvent': 2,
  },
  'src/hosts/pi/bound-stream.ts': {
    'boundStream.bound': 4,
  },
  'src/hosts/pi/settle-answer.ts': {
    settleAnswer: 2,
  },
  'src/hosts/until-abandoned.ts': {
    orAborted: 1,
  },
  'src/leases/ask-leases.ts': {
    askLeases: 1,
  },
  'src/memory/conversation-memory.ts': {
    'ConversationMemory.written': 2,
    'ConversationMemory.#whenLoaded': 1,
    'ConversationMemory.#load': 1,
  },
  'src/memory/memory-store.ts': {
    'QuietStore.written': 1,
    'QuietStore.#writeAll': 1,
    'QuietStore.#attempt': 1,
  },
  'src/redis/answer-within.ts': {
    answerWithin: 1,
  },
  'src/redis/redis-leases.ts': {
    'RedisLeases.reserve': 1,
    'RedisLeases.send': 1,
    'RedisLeases.anyFree': 1,
    'RedisLeases.deliveredOf': 1,
    'RedisLeases.state': 1,
    'RedisLeases.restore': 1,
    'RedisLeases.#settle': 1,
    'RedisLeases.#renew': 1,
    'RedisLeases.#run': 1,
  },
  'src/redis/redis-script.ts': {
    runScript: 1,
  },
  'src/reducers/chain.ts': {
    chain: 1,
  },
  'src/reducers/summarize.ts': {
    summarize: 1,
  },
  'src/run/admission.ts': {
    'serialAdmission.enter': 2,
    turnOrAbort: 1,
  },
  'src/run/admit-server-held.ts': {
    admitServerHeld: 1,
  },
  'src/run/bounding-run.ts': {
    'BoundingRun.assemble': 1,
    'BoundingRun.#closeAll': 2,
    'BoundingRun.#assembleInTurn': 2,
    'BoundingRun.#assembleNow': 1,
    'BoundingRun.#commit': 1,
    'BoundingRun.#untilClosed': 1,
  },
  'src/run/call-leases.ts': {
    'CallLeases.send': 1,
    'CallLeases.#settle': 1,
    'CallLeases.#inTurn': 1,
  },
  'src/run/call-through.ts': {
    callThrough: 1,
    refuseThrough: 1,
    callAlone: 2,
    'callAlone.commit': 2,
    'callAlone.release': 2,
    'callAlone.[Symbol.asyncDispose]': 2,
  },
  'src/run/create-plimsoll.ts': {
    'createPlimsoll.restoreRun': 3,
  },
  'src/run/dispatch-through.ts': {
    dispatchThrough: 4,
  },
  'src/run/offload-book.ts': {
    'OffloadBook.#storeAll.storeNext': 1,
    'OffloadBook.#storeAll': 1,
    'OffloadBook.#storeOnce': 1,
    'OffloadBook.#storeNow': 1,
  },
  'src/run/pass-through-run.ts': {
    'passThroughRun.assemble': 1,
    'passThroughRun.close': 1,
  },
  'src/run/persist-run.ts': {
    persistRun: 1,
  },
  'src/run/restore-bodies.ts': {
    restoreBodies: 1,
  },
  'src/run/restored-run.ts': {
    restoredRun: 1,
  },
  'src/run/run-artifacts.ts': {
    'RunArtifacts.offload': 1,
    'RunArtifacts.rehydrate': 4,
    'RunArtifacts.forgetDelivered': 1,
    'RunArtifacts.#isDelivered': 1,
    'RunArtifacts.#deliveredOf': 1,
    bytesOf: 1,
  },
  'src/run/run-assembly.ts': {
    runAssembly: 1,
  },
  'src/tools/rehydrate-tool.ts': {
    'rehydrateTool.execute': 1,
  },
}

/** Points by file and function. */
export function countByFunction(points: readonly AwaitPoint[]): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {}
  for (const { id } of points) {
    const [path = '', ...words] = id.split(' ')
    const name = words.slice(0, -1).join(' ')
    const functions = counts[path] ?? {}
    functions[name] = (functions[name] ?? 0) + 1
    counts[path] = functions
  }
  return counts
}
