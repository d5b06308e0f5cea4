/** The kinds of machine that an examination is made with, by their codes in DICOM (modality, 0008,0060). */
export const modalities = [
  'CR',
  'DX',
  'CT',
  'MR',
  'US',
  'RF',
  'XA',
  'NM',
  'PT',
  'IO',
  'PX',
  'ES',
  'ECG',
  'OP',
  'XC',
  'OT',
] as const
export type Modality = (typeof modalities)[number]
