type Rgb = readonly [number, number, number]

const channels = (colour: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255) as unknown as Rgb
const linear = (value: number) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

const luminance = (colour: string) => {
  const [red, green, blue] = channels(colour).map(linear) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours as WCAG defines it, from 1 to 21. */
export const contrast = (one: string, other: string) => {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** How a colour looks to people without one kind of cone: Machado, Oliveira and Fernandes 2009, at full severity. */
const withoutCone = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const
export type Deficiency = keyof typeof withoutCone

const lab = ([red, green, blue]: Rgb): Rgb => {
  const x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.950_47
  const y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  const z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.088_83
  const [fx, fy, fz] = [x, y, z].map((t) => (t > 0.008_856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)) as unknown as Rgb
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]
}

const seenAs = (colour: string, deficiency: Deficiency): Rgb => {
  const rgb = channels(colour).map(linear)
  return withoutCone[deficiency].map((row) =>
    Math.min(1, Math.max(0, row[0] * rgb[0]! + row[1] * rgb[1]! + row[2] * rgb[2]!)),
  ) as unknown as Rgb
}

/** How far apart two colours look to them: ΔE of CIE 1976. */
export const difference = (one: string, other: string, deficiency: Deficiency) => {
  const [a, b] = [lab(seenAs(one, deficiency)), lab(seenAs(other, deficiency))]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
