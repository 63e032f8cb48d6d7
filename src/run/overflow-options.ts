/** What a seam does with a request that its provider finds too long. */
export interface OverflowOptions {
  /**
   * Whether a request that the provider finds too long is assembled once more, under three quarters of the limit, and sent
   * again; a run of the caller's keeps the lower limit. Default false.
   */
  readonly retryOnOverflow?: boolean
}
