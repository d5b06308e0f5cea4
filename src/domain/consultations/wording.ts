/** What operations on entries of a visit say about themselves. */
export const untilFinalized = 'Refused once the visit is finalized: add a note instead, which becomes an addendum.'
export const whatEntriesDo = `A visit that is 0 (Admitted) becomes 8 (In Progress) by its first entry. ${untilFinalized}`
