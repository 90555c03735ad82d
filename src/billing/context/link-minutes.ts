/** How long the links to hosted pages wait to be followed. */
export const checkoutMinutes = 30

/** As Stripe decided for its portal. */
export const portalMinutes = 5
