/** Where neither the call nor the client says anything. */
export const callDefaults = { retries: 3, waitSecondsMax: 60, timeoutSeconds: 60 }

/** Options of one call, and of all calls of a client. */
export type SendOptions = {
  /** How often a request that is safe to repeat is sent again after a failure that may pass. Default 3. */
  retries?: number
  /**
   * The longest wait before a retry, in seconds. Default 60, which is enough for a limit by the minute. When the service
   * asks for more, as it does for a daily or monthly quota, the error comes at once: its `retryAfterSeconds` says when.
   */
  waitSecondsMax?: number
  /** How long one attempt may take, in seconds. Default 60. A spreadsheet has to begin by then. */
  timeoutSeconds?: number
  headers?: Record<string, string>
}

/** Omitted options default to those of the client. */
export type CallOptions = SendOptions & {
  /** For reveals and jobs, which alone take one: made for each call if you give none, so that a retry never spends twice. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** The reply; `withResponse()` also gives the response, for its headers. */
export type Call<Reply> = Promise<Reply> & { withResponse(): Promise<{ data: Reply; response: Response }> }
