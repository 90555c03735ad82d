/** When credits are low: the one place that says so, for mails, usage and the web application. */
export const lowPercent = 20

/** With so many left, or fewer, they are. */
export const lowAt = (given: number): number => Math.floor((given * lowPercent) / 100)
