/** Marks middlewares that bound, and requests that were bounded; a middleware that spreads a request keeps it. */
export const boundMark = Symbol.for('plimsoll.bound')
