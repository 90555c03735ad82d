/** How long codes and tokens live. A refresh token begins anew with each use. */
export const lifetimes = { codeMinutes: 5, accessTokenMinutes: 10, refreshTokenDays: 90 }
