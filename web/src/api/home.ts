/** The path of the organisation, as the server wrote it into the page: /1. */
export const home = document.querySelector<HTMLMetaElement>('meta[name="home"]')?.content ?? ''

export const apiBase = `${home}/api/0.1`

const here = () => encodeURIComponent(window.location.pathname + window.location.search)

/** Where to sign in, and to come back to this page afterwards. */
export const signInAddress = () => `${home}/sign-in/?next=${here()}`

/** Where to unlock the session, and to come back to this page afterwards. */
export const unlockAddress = () => `${home}/unlock/?next=${here()}`
