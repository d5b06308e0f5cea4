/** What staff have decided about an online booking. */
export const onlineBookingStatuses = { 0: 'New', 1: 'Linked', 2: 'Client created', 3: 'Declined' } as const
export type OnlineBookingStatus = keyof typeof onlineBookingStatuses
export const [undecided, linked, clientCreated, declined] = [0, 1, 2, 3] as const
