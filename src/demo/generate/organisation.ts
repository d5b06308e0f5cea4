import type { DemoDepartment, DemoOrganisation, DemoStaff, StaffRole } from './model.ts'

export const smallAnimalHospital = 0
export const equineAndFarmPractice = 1
export const cityBranch = 2

export const demoOrganisation: DemoOrganisation = {
  name: 'Fetlock Demo Veterinary Clinic',
  country: 'FI',
  currency: 'EUR',
  time_zone: 'Europe/Helsinki',
  register_number: '9045117-0',
  vat_number: 'FI90451170',
  email: 'clinic@example.com',
  phone: '+35821302010',
}

export const demoDepartments: DemoDepartment[] = [
  {
    name: 'Small Animal Hospital',
    number: '100',
    street_address: 'Koivumäenkatu 18',
    zip_code: '20780',
    city: 'Kaarina',
    country: 'FI',
    phone: '+35821302010',
    email: 'hospital@example.com',
  },
  {
    name: 'Equine and Farm Practice',
    number: '200',
    street_address: 'Ratsutallintie 240',
    zip_code: '21530',
    city: 'Paimio',
    country: 'FI',
    phone: '+35821302020',
    email: 'equine@example.com',
  },
  {
    name: 'City Branch Turku',
    number: '300',
    street_address: 'Jokiranta 7',
    zip_code: '20100',
    city: 'Turku',
    country: 'FI',
    phone: '+35821302030',
    email: 'city@example.com',
  },
]

const groupOf: Record<StaffRole, string> = {
  manager: 'Management',
  veterinarian: 'Veterinarians',
  nurse: 'Nurses',
  reception: 'Reception',
  stock: 'Stock',
}

export const demoPermissionGroups = Object.values(groupOf)

const member = (
  first: string,
  last: string,
  initials: string,
  title: string,
  role: StaffRole,
  home: number,
): DemoStaff => ({
  first_name: first,
  last_name: last,
  email: `${first}.${last}@example.com`.toLowerCase().replaceAll('ä', 'a').replaceAll('ö', 'o'),
  title,
  initials,
  home_department: home,
  role,
  group: groupOf[role],
})

export const demoStaff: DemoStaff[] = [
  member('Helena', 'Vuorela', 'HV', 'Practice manager', 'manager', smallAnimalHospital),
  member('Johanna', 'Aaltola', 'JA', 'Chief veterinarian', 'veterinarian', smallAnimalHospital),
  member('Oskar', 'Bergqvist', 'OB', 'Veterinarian, surgery', 'veterinarian', smallAnimalHospital),
  member('Riikka', 'Tuomala', 'RT', 'Equine veterinarian', 'veterinarian', equineAndFarmPractice),
  member('Daniel', 'Okoye', 'DO', 'Veterinarian', 'veterinarian', cityBranch),
  member('Sini', 'Lindroos', 'SL', 'Head nurse', 'nurse', smallAnimalHospital),
  member('Mirja', 'Kääpä', 'MK', 'Veterinary nurse', 'nurse', equineAndFarmPractice),
  member('Ella', 'Sundell', 'ES', 'Receptionist', 'reception', smallAnimalHospital),
  member('Tuomas', 'Rantanen', 'TR', 'Receptionist', 'reception', cityBranch),
  member('Pekka', 'Ylitalo', 'PY', 'Stock keeper', 'stock', smallAnimalHospital),
]
