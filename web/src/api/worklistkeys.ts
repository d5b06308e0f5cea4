/** Every list of prescriptions that is none of one visit, and how many are to be read, is read again by this. */
export const prescriptionsKey = ['prescriptions'] as const

/** The worklist of imaging, and how much waits there, is read again by this. */
export const imagingKey = ['imaging'] as const
