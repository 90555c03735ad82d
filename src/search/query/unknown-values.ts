/** A value of an open list that a segment does not hold. */
export type UnknownValue = { path: string; param: string; value: string }
export type OnUnknown = (unknown: UnknownValue) => void
