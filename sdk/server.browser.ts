/** What browsers and their bundlers get of `@fetlock/sdk/server`: nothing that takes a secret. */
export const notForPages = 'A page cannot keep a client secret: use bearer().'
