export const uploadStatuses = ['pending', 'accepted', 'partially_accepted', 'rejected'] as const
export type UploadStatus = (typeof uploadStatuses)[number]

/** What the report of a truncated list of errors is saved as. */
export const reportFile = { name: 'catalog-errors.csv', type: 'text/csv' } as const

/** For how long the report of an upload can be downloaded. */
export const reportDays = 30
