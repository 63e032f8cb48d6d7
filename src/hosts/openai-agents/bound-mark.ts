/** Marks models and providers that bound, and requests that were bounded. */
export const boundMark = Symbol.for('plimsoll.bound')
