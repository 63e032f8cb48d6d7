/** Calls a listener of the host's. Whether it throws at once or its promise is rejected, the caller is not disturbed. */
export function tellQuietly(tell: () => unknown, onFailure: () => void = () => {}): void {
  try {
    const told = tell()
    if (typeof told === 'object' && told !== null && 'then' in told) Promise.resolve(told).catch(onFailure)
  } catch {
    onFailure()
  }
}
