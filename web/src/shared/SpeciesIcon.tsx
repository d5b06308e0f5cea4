import { IconCat, IconDog, IconFeather, IconFish, IconHorse, IconPaw, IconPig } from '@tabler/icons-react'

const icons = {
  Dog: IconDog,
  Cat: IconCat,
  Horse: IconHorse,
  Pony: IconHorse,
  Pig: IconPig,
  Fish: IconFish,
  Bird: IconFeather,
  Parrot: IconFeather,
}

export const SpeciesIcon = ({ species, size = 18 }: { readonly species: string | null; readonly size?: number }) => {
  const words = species?.split(/\W+/) ?? []
  const Icon = Object.entries(icons).find(([name]) => words.includes(name))?.[1] ?? IconPaw
  return <Icon size={size} stroke={1.5} aria-hidden="true" />
}
