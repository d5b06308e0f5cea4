import { NotDone } from '../../../api/problem.ts'
import { settingsText } from '../../../text/en-settings.ts'

/** As large as it is printed at 600 dots an inch, and small enough for the service whatever it shows. */
const [maxWidth, maxHeight] = [900, 360]
const maxBytes = 524_288

const drawnIn = (image: HTMLImageElement, scale: number): Promise<Blob | null> => {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
}

/** A picture that somebody has chosen, as the PNG that the service takes: of any kind and size that the browser can show. */
export const logoFrom = async (file: Blob): Promise<Blob> => {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode().catch((cause: unknown) => {
      throw new NotDone(settingsText.clinic.logo.unreadable, { cause })
    })
    const fits = Math.min(1, maxWidth / image.naturalWidth, maxHeight / image.naturalHeight)
    for (const scale of [fits, fits / 2]) {
      const png = await drawnIn(image, scale)
      if (png !== null && png.size <= maxBytes) return png
    }
    throw new NotDone(settingsText.clinic.logo.unreadable)
  } finally {
    URL.revokeObjectURL(address)
  }
}
