import * as z from 'zod'

/** Ids that a caller gives: they stand in every event, so that nothing but an id fits in. */
export const identifier = () => z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/)

/** Ids that we mint. */
export const uuid = () => z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)

/** The label of an estimator's unit. */
export const unitLabel = () => z.string().regex(/^[a-z][A-Za-z0-9]{0,31}$/)

export const wholeNumber = () => z.int().min(0)
