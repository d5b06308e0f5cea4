/** The labels that label printers of clinics take, in millimetres. */
export const labelSizes = ['62x29', '89x36'] as const
export type LabelSize = (typeof labelSizes)[number]

/** A printer stands at a desk, so its labels are chosen once for each device. */
const place = 'fetlock.label'

export const chosenLabelSize = (): LabelSize | undefined =>
  labelSizes.find((size) => size === localStorage.getItem(place))
export const chooseLabelSize = (size: LabelSize) => localStorage.setItem(place, size)
