/** Marks bounded models, and requests that were bounded; whatever spreads a request keeps it. */
export const boundMark = Symbol.for('plimsoll.bound')
