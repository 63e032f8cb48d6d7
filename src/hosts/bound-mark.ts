/** Marks what bounds, and requests that were bounded. One mark for all hosts: whatever spreads an object keeps it. */
export const boundMark = Symbol.for('plimsoll.bound')
