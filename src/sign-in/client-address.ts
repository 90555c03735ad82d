/** Set by our own mount from the socket's address; what a client sends under this name is thrown away. */
export const clientAddressHeader = 'x-prospector-client-address'
