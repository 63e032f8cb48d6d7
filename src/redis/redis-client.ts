/** What is asked of a Redis client: a client of `ioredis` has it, alone or as a cluster. */
export interface RedisClient {
  eval(script: string, keyCount: number, ...keysAndArguments: (string | number)[]): Promise<unknown>
  /** Spares sending the script each time. */
  evalsha?(sha1: string, keyCount: number, ...keysAndArguments: (string | number)[]): Promise<unknown>
}
