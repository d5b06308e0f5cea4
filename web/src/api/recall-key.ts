/** Everything that is shown of recalls is read again by this. It stands apart, for screens that show none and change them. */
export const recallsKey = ['recall'] as const
