/** How long codes and tokens live. The life of a refresh token starts again with each use. */
export const lifetimes = { codeMinutes: 5, accessTokenMinutes: 10, refreshTokenDays: 90 }
