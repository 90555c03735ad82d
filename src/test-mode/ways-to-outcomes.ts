/**
 * How each outcome of quotes, reveals, enrichments and jobs is made in test mode. MODE-12 holds them against openapi.json and makes them.
 * Sentences in the form of the docs.
 */
export const waysToOutcomes: Readonly<Record<string, string>> = {
  new: 'Quote `ct_test_VerifiedEmailOne` before it is revealed.',
  newly_revealed: 'Reveal `ct_test_VerifiedEmailOne`, by itself or in a job.',
  already_revealed: 'Quote or reveal `ct_test_VerifiedEmailOne` again.',
  unavailable: 'Quote or reveal `ct_test_BouncedEmailOnly`, with others or in a job.',
  excluded: 'Quote or reveal `ct_test_OnExclusionLists`, by itself or in a job.',
  no_match: 'Start a job with `people`: `[{"email": "nobody@magic.example"}]`.',
  not_reached: 'Start a job with two contacts and `max_credits: 1`; or cancel one before it has begun.',
  found: 'Enrich `magic.example`.',
  not_found: 'Enrich `store-not-found.magic.example`.',
  exported: 'Start a job of the kind `export`.',
}

/** The same for how jobs end: statuses, and reasons of those that stopped. */
export const waysToJobEnds: Readonly<Record<string, string>> = {
  finished: 'Wait for a job of `ct_test_VerifiedEmailOne`.',
  cancelled: '`POST /jobs/{job_id}/cancel` before it has finished.',
  failed:
    'It can’t be made: a job fails only after several attempts in a row that broke off, which takes an error of the service.',
  max_credits_reached: 'Start a job with two contacts and `max_credits: 1`.',
  insufficient_contact_credits:
    '`POST /test/reset` with `{"status": "trialing"}`, then start a job with `search: {}`, `max: 1000` and `on_short_balance: "stop"`.',
  credit_limit_reached:
    'Make a test key with a credit limit of 1, and start a job with two contacts and `on_short_balance: "stop"` with it.',
  search_rows_used_up: 'Export until the search rows of the month are used up.',
  no_longer_allowed: 'Revoke the key of a job before it has finished.',
  paused: '`POST /jobs/{job_id}/pause` before it has finished.',
}
