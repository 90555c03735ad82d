import { type Sql, sql } from '../base/sql.ts'
import { deleteWhere, type Retention, untilExpired } from '../queue/housekeeping.ts'
import { lifetimes } from './lifetimes.ts'

const unusedClientDays = 7
const grantDays = lifetimes.refreshTokenDays + 1

/** `isLimited` says of a row of `oauth_clients` that a connection of it has a credit limit: it outlives the connection, but not the client. */
export const oauthRetention = (isLimited: Sql): Retention[] => [
  // A rotated refresh token stays until it would have expired: only so is it recognised when a thief brings it back.
  untilExpired('oauth_refresh_tokens'),
  untilExpired('oauth_access_tokens'),
  untilExpired('oauth_client_assertions'),
  {
    // Later than its last refresh token, and a day after its end, nothing asks for a grant.
    ...deleteWhere(
      'oauth_grants',
      (now) => sql`ended_at < ${now} - interval '1 day' OR issued_at < ${now} - make_interval(days => ${grantDays})`,
    ),
    keeps: `1 day after its end, or ${grantDays} days after its last token`,
  },
  {
    ...deleteWhere(
      'oauth_clients',
      (now) => sql`origin <> 'operator' AND updated_at < ${now} - make_interval(days => ${unusedClientDays})
        AND NOT EXISTS (SELECT FROM oauth_grants g WHERE g.client_id = oauth_clients.client_id)
        AND NOT ${isLimited}`,
    ),
    keeps: `${unusedClientDays} days without a grant or a credit limit, if it registered itself`,
  },
]
