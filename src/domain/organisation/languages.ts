/** The languages that clients can be written to in, by their primary tags of BCP 47. */
export const languages = ['de', 'en', 'es', 'fi', 'fr', 'sv'] as const
export type Language = (typeof languages)[number]
