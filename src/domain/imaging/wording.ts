/** What both records of imaging say and share. */
export const imagingPermission = 'Clinical: Diagnostic imaging'

export const howModality =
  'The kind of device, by its DICOM code: CR and DX radiography, CT and MR tomography, US ultrasound, RF fluoroscopy, XA angiography, NM scintigraphy, PT PET, IO and PX dental radiography, ES endoscopy, ECG electrocardiography, OP ophthalmic photography, XC photography, OT another.'
export const howTargetAreas =
  'Which parts of the body are to be examined, with the view where it matters, for example “Left carpus, lateral”. At least one.'
export const maxArea = 127
export const maxAreas = 20
