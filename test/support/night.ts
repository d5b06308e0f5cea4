/** Whether `npm run nightly` runs this: then also what need not be looked at on every change. */
export const atNight = process.env['FETLOCK_NIGHT'] === '1'
