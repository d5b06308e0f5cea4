/** Name, net price. */
export const procedures: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  Examinations: [
    ['Clinical examination', '54.00'],
    ['Clinical examination, exotic pet', '62.00'],
    ['Short follow-up examination', '31.00'],
    ['Emergency examination', '128.00'],
    ['Specialist consultation, surgery', '118.00'],
    ['Health certificate for travel', '46.00'],
    ['Pre-purchase examination of a horse', '310.00'],
    ['Lameness examination', '145.00'],
    ['Farm visit', '68.00'],
    ['Euthanasia with sedation', '92.00'],
  ],
  Preventive: [
    ['Vaccination visit', '41.00'],
    ['Vaccination visit, cat', '41.00'],
    ['Vaccination visit, rabbit', '38.00'],
    ['Vaccination visit, horse', '36.00'],
    ['Microchipping', '28.00'],
    ['Nail trim', '18.00'],
    ['Anal sac emptying', '22.00'],
    ['Ear cleaning', '26.00'],
  ],
  Surgery: [
    ['Castration, dog', '198.00'],
    ['Castration, cat', '74.00'],
    ['Castration, rabbit', '96.00'],
    ['Castration, horse, standing', '285.00'],
    ['Spay, dog', '325.00'],
    ['Spay, cat', '138.00'],
    ['Caesarean section, dog', '690.00'],
    ['Gastric foreign body removal', '780.00'],
    ['Skin tumour removal, small', '165.00'],
    ['Skin tumour removal, large', '295.00'],
    ['Cruciate ligament repair', '1650.00'],
    ['Wound suturing under sedation', '124.00'],
    ['Abscess lancing and flushing', '88.00'],
    ['Suture removal', '16.00'],
  ],
  Dentistry: [
    ['Dental scaling and polishing, dog', '185.00'],
    ['Dental scaling and polishing, cat', '155.00'],
    ['Tooth extraction, simple', '38.00'],
    ['Tooth extraction, surgical', '86.00'],
    ['Dental X-ray, full mouth', '94.00'],
    ['Dental floating, horse', '142.00'],
    ['Tooth trimming, rabbit', '48.00'],
  ],
  Anaesthesia: [
    ['Sedation', '48.00'],
    ['Inhalation anaesthesia, first half hour', '112.00'],
    ['Inhalation anaesthesia, further quarter', '34.00'],
    ['Intravenous cannula', '19.50'],
    ['Fluid therapy, day', '58.00'],
    ['Hospital care, day', '96.00'],
  ],
  Imaging: [
    ['X-ray, first two views', '98.00'],
    ['X-ray, further view', '29.00'],
    ['Ultrasound of the abdomen', '124.00'],
    ['Echocardiography', '178.00'],
    ['Endoscopy', '265.00'],
    ['Hip and elbow screening', '168.00'],
  ],
}

type Medicine = {
  readonly name: string
  readonly price: string
  readonly pack: string
  readonly units: string
  readonly antibiotic?: string
  readonly controlled?: true
  readonly instructions?: string
}
const tablets = (name: string, price: string, count: number, more: Partial<Medicine> = {}): Medicine => ({
  name,
  price,
  pack: `${count} tablets`,
  units: String(count),
  instructions: 'Give with food.',
  ...more,
})
const bottle = (name: string, price: string, millilitres: number, more: Partial<Medicine> = {}): Medicine => ({
  name,
  price,
  pack: `${millilitres} ml`,
  units: String(millilitres),
  ...more,
})
const doses = (name: string, price: string, count: number): Medicine => ({
  name,
  price,
  pack: `${count} doses`,
  units: String(count),
})

/** Generic names: no brand is meant. Antibiotics by their ATC code. */
export const medicines: Readonly<Record<string, readonly Medicine[]>> = {
  Antimicrobials: [
    tablets('Amoxicillin and clavulanic acid 50 mg', '14.20', 20, { antibiotic: 'QJ01CR02' }),
    tablets('Amoxicillin and clavulanic acid 250 mg', '31.80', 20, { antibiotic: 'QJ01CR02' }),
    tablets('Cefalexin 300 mg', '27.40', 20, { antibiotic: 'QJ01DB01' }),
    tablets('Clindamycin 75 mg', '19.90', 16, { antibiotic: 'QJ01FF01' }),
    tablets('Doxycycline 100 mg', '21.60', 20, { antibiotic: 'QJ01AA02' }),
    tablets('Enrofloxacin 50 mg', '24.10', 10, { antibiotic: 'QJ01MA90' }),
    tablets('Metronidazole 250 mg', '17.30', 20, { antibiotic: 'QJ01XD01' }),
    bottle('Benzylpenicillin procaine injection', '22.50', 100, { antibiotic: 'QJ01CE09' }),
    bottle('Cefovecin injection', '148.00', 10, { antibiotic: 'QJ01DD91' }),
    bottle('Oxytetracycline injection', '26.90', 100, { antibiotic: 'QJ01AA06' }),
    bottle('Sulfadiazine and trimethoprim oral paste', '18.70', 45, { antibiotic: 'QJ01EW10' }),
    bottle('Fusidic acid eye drops', '13.40', 5, { antibiotic: 'QD06AX01', instructions: 'One drop twice a day.' }),
  ],
  'Pain and anaesthesia': [
    tablets('Carprofen 50 mg', '24.80', 20),
    tablets('Carprofen 100 mg', '36.50', 20),
    tablets('Robenacoxib 6 mg', '29.70', 30),
    bottle('Meloxicam oral suspension for dogs', '18.90', 32, { instructions: 'Once a day with food.' }),
    bottle('Meloxicam oral suspension for cats', '16.40', 15, { instructions: 'Once a day with food.' }),
    bottle('Flunixin injection', '31.20', 50),
    bottle('Buprenorphine injection', '42.60', 10, { controlled: true }),
    bottle('Methadone injection', '38.40', 10, { controlled: true }),
    bottle('Ketamine injection', '29.80', 10, { controlled: true }),
    bottle('Medetomidine injection', '33.90', 10),
    bottle('Propofol injection', '24.60', 20),
    bottle('Pentobarbital solution', '46.20', 100, { controlled: true }),
    tablets('Gabapentin 100 mg', '22.30', 50, { controlled: true }),
  ],
  'Heart and hormones': [
    tablets('Pimobendan 5 mg', '48.90', 50),
    tablets('Benazepril 5 mg', '26.40', 28),
    tablets('Furosemide 40 mg', '14.90', 50),
    tablets('Levothyroxine 0.4 mg', '38.70', 100),
    tablets('Thiamazole 5 mg', '34.20', 100),
    bottle('Insulin, 40 units a millilitre', '39.50', 10, { instructions: 'Keep cold. Under the skin twice a day.' }),
    tablets('Prednisolone 5 mg', '11.80', 100),
    tablets('Pergolide 1 mg', '128.00', 100),
  ],
  'Parasites and vaccines': [
    tablets('Praziquantel and milbemycin for dogs', '19.60', 4),
    tablets('Praziquantel and milbemycin for cats', '18.20', 4),
    tablets('Fluralaner 500 mg chewable', '31.40', 1),
    bottle('Ivermectin oral paste for horses', '14.10', 7),
    doses('Vaccine, distemper and parvovirus', '112.00', 10),
    doses('Vaccine, rabies', '84.00', 10),
    doses('Vaccine, feline panleukopenia and respiratory viruses', '118.00', 10),
    doses('Vaccine, equine influenza and tetanus', '146.00', 5),
  ],
}

/** Name, price on the shelf, package. */
export const supplies: readonly (readonly [string, string, string])[] = [
  ['Protective collar, small', '9.90', '1 piece'],
  ['Protective collar, medium', '12.90', '1 piece'],
  ['Protective collar, large', '16.90', '1 piece'],
  ['Recovery suit, dog', '29.90', '1 piece'],
  ['Recovery suit, cat', '24.90', '1 piece'],
  ['Elastic bandage 5 cm', '4.50', '1 roll'],
  ['Elastic bandage 10 cm', '6.90', '1 roll'],
  ['Absorbent dressing', '3.20', '1 piece'],
  ['Chlorhexidine shampoo', '18.90', '200 ml'],
  ['Ear cleaner', '15.90', '125 ml'],
  ['Eye wash', '11.90', '100 ml'],
  ['Dental paste', '13.90', '70 g'],
  ['Toothbrush', '5.90', '1 piece'],
  ['Tick remover', '4.90', '1 piece'],
  ['Tablet giver', '6.50', '1 piece'],
  ['Cat carrier', '44.90', '1 piece'],
  ['Hoof dressing', '17.50', '250 ml'],
  ['Fly repellent for horses', '24.50', '500 ml'],
  ['Microchip transponder', '12.40', '1 piece'],
  ['Syringe 5 ml', '0.60', '1 piece'],
  ['Infusion set', '7.20', '1 piece'],
  ['Suture material, absorbable', '9.80', '1 piece'],
]

/** Name, price on the shelf, package. */
export const foods: readonly (readonly [string, string, string])[] = [
  ['Kidney diet for cats, chicken', '24.90', '1.5 kg'],
  ['Kidney diet for cats, pouches', '19.90', '12 x 85 g'],
  ['Kidney diet for dogs', '36.90', '2 kg'],
  ['Urinary diet for cats', '27.90', '1.5 kg'],
  ['Urinary diet for cats, large bag', '79.90', '7 kg'],
  ['Urinary diet for dogs', '39.90', '2 kg'],
  ['Gastrointestinal diet for dogs', '34.90', '2 kg'],
  ['Gastrointestinal diet for dogs, cans', '32.90', '12 x 400 g'],
  ['Gastrointestinal diet for cats', '26.90', '2 kg'],
  ['Hydrolysed protein diet for dogs', '42.90', '3 kg'],
  ['Hydrolysed protein diet for dogs, large bag', '109.00', '12 kg'],
  ['Hydrolysed protein diet for cats', '31.90', '2 kg'],
  ['Weight control diet for dogs', '74.90', '10 kg'],
  ['Weight control diet for cats', '23.90', '1.5 kg'],
  ['Joint support diet for dogs', '84.90', '12 kg'],
  ['Diabetes diet for cats', '28.90', '1.5 kg'],
  ['Puppy milk replacer', '32.50', '400 g'],
  ['Kitten milk replacer', '24.50', '200 g'],
  ['Critical care feed for rabbits', '16.90', '141 g'],
  ['Recovery diet, cans', '38.90', '12 x 195 g'],
]

/** Name, net price. */
export const analyses: readonly (readonly [string, string])[] = [
  ['Complete blood count', '34.00'],
  ['Blood smear', '26.00'],
  ['Creatinine', '11.50'],
  ['Urea', '11.50'],
  ['Alanine aminotransferase', '11.50'],
  ['Alkaline phosphatase', '11.50'],
  ['Glucose', '9.50'],
  ['Total thyroxine', '36.00'],
  ['Cortisol', '38.00'],
  ['Bile acids', '32.00'],
  ['Pancreatic lipase', '44.00'],
  ['Urinalysis', '24.00'],
  ['Urine culture', '52.00'],
  ['Faecal flotation', '29.00'],
  ['Skin cytology', '31.00'],
  ['Fine needle aspirate cytology', '78.00'],
  ['Histopathology', '96.00'],
]

/** Name, net price. */
export const panels: readonly (readonly [string, string])[] = [
  ['Pre-anaesthetic panel', '68.00'],
  ['Senior health panel', '118.00'],
  ['Kidney panel', '58.00'],
  ['Liver panel', '62.00'],
  ['Thyroid panel', '74.00'],
  ['Equine health panel', '96.00'],
]
