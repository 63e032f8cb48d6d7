/** Fields of a message or a part that mark how far a provider is to cache the prompt. */
export const cacheMarkKeys: ReadonlySet<string> = new Set(['cache_control', 'prompt_cache_breakpoint'])
