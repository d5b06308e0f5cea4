import type { Random } from '../random.ts'

export type Language = 'fi' | 'sv' | 'et' | 'en' | 'other'

type Names = { women: readonly string[]; men: readonly string[]; families: readonly string[] }

const words = (text: string) => text.trim().split(/\s+/)

const personNames: Record<Exclude<Language, 'other'>, Names> = {
  fi: {
    women: words(`
      Aino Anneli Anni Anna Birgitta Eeva Eila Elina Emilia Emma Eveliina Hanna Hannele Heidi Heli Henna Iida Ilona
      Inka Irja Jaana Jenna Johanna Julia Kaarina Kaisa Katja Katri Kirsi Krista Laura Leena Liisa Maarit Maija
      Marika Marja Marjatta Mervi Milla Minna Mirja Nea Noora Oona Outi Paula Piia Päivi Raija Reetta Riikka Riitta
      Ritva Saara Sari Satu Sini Sirpa Sofia Suvi Taina Terhi Tiina Tuija Tuula Ulla Veera Venla Vilma`),
    men: words(`
      Aleksi Antti Arto Eero Eetu Elias Erkki Esa Harri Heikki Henri Ilkka Ilmari Jaakko Jani Janne Jarmo Joonas
      Joni Jouni Juha Juhani Jukka Kalle Kari Kalevi Kimmo Lauri Leevi Markku Marko Markus Martti Matti Mikko Niko
      Olli Oskari Otto Pasi Paavo Pekka Pentti Perttu Petri Rauno Reijo Risto Roope Sakari Sami Samuli Santeri Seppo
      Tapio Tatu Teemu Tomi Toni Topi Tuomas Tuomo Valtteri Veikko Veli Ville Väinö`),
    families: words(`
      Ahola Alanko Anttila Eskola Haapala Haapaniemi Hakala Harju Heinonen Helenius Hietala Hiltunen Honkanen
      Huhtala Huttunen Hyvönen Ikonen Jokela Jokinen Kallio Kangas Karhu Karjalainen Karppinen Kauppinen Keränen
      Ketola Kinnunen Kivelä Kiviniemi Koivula Kokkonen Kontio Korhonen Koskela Kulmala Kuusela Laaksonen Lahtinen
      Laine Lampinen Lappalainen Lehtola Leppälä Leppänen Luoma Mattila Mikkola Miettinen Mustonen Mäkelä Mäkinen
      Niemelä Nieminen Nurmela Oksanen Ollila Paananen Pajunen Partanen Peltola Pesonen Pitkänen Pohjola Rantala
      Rautio Riihimäki Ruotsalainen Saarela Sillanpää Suominen Tamminen Tiainen Tuominen Turunen Uusitalo Vainio
      Vanhala Vartiainen Virtanen Väisänen`),
  },
  sv: {
    women: words(`
      Agneta Annika Astrid Barbro Camilla Carina Cecilia Ebba Ellen Elsa Eva Fanny Frida Greta Gunilla Hanna Helena
      Ida Ingrid Karin Kristina Lena Linnéa Lotta Maj-Britt Malin Margareta Maria Märta Nina Petra Pia Sara Signe
      Solveig Susanne Ulrika Viveka`),
    men: words(`
      Anders Axel Bengt Björn Bo Carl Christer Daniel Edvin Emil Erik Filip Fredrik Gustav Göran Hans Henrik Håkan
      Jan-Erik Johan Jonas Kaj Karl Kenneth Lars Leif Magnus Mats Mikael Niklas Nils Oskar Patrik Per Peter Ralf
      Rasmus Robert Rolf Sebastian Stefan Stig Sven Tobias Tommy Ulf Viktor`),
    families: words(`
      Ahlroos Backman Berglund Björklund Blomqvist Boström Danielsson Dahlström Ekholm Ekström Engblom Enlund
      Fagerström Forsman Friman Fröberg Grönlund Gustafsson Hagman Hellström Hermansson Högström Isaksson Johansson
      Karlsson Kronqvist Lindberg Lindfors Lindholm Ljungqvist Lundqvist Löfgren Mattsson Nordlund Nyberg Nyholm
      Näse Ohlsson Rosenqvist Sandberg Sjöblom Sjöholm Stenroos Sundqvist Söderholm Söderlund Wikström Westerlund
      Öhman Österberg`),
  },
  et: {
    women: words('Anu Eha Ene Kadri Kaja Katrin Kristiina Külli Liis Maarja Mari Merike Piret Reet Triin Ülle'),
    men: words('Aivar Andres Indrek Jaan Kalev Kristjan Margus Mart Meelis Priit Raivo Rein Taavi Toomas Urmas'),
    families: words('Kask Kukk Kuusk Luik Lepik Mägi Oja Pärn Raudsepp Rebane Saar Sepp Tamm Teder Vaher'),
  },
  en: {
    women: words('Abigail Alice Bridget Charlotte Claire Emily Fiona Grace Harriet Imogen Kate Lucy Nora Rachel'),
    men: words('Adam Benjamin Callum Colin Edward Gareth George Ian Liam Neil Oliver Patrick Simon Thomas'),
    families: words(
      'Ashdown Barlow Birchall Cartwright Fairley Hadfield Kershaw Lockwood Marsh Pemberton Rowe Whitlam',
    ),
  },
}

const newcomers: Names[] = [
  {
    women: words('Daria Kateryna Nadia Natalia Oksana'),
    men: words('Andrii Dmytro Oleh Serhii'),
    families: words('Kovalenko Petrenko Shevchuk Bondarenko'),
  },
  {
    women: words('Amina Fatima Hodan Leila'),
    men: words('Abdi Ahmed Mohamed Yusuf'),
    families: words('Abdullahi Farah Osman'),
  },
  { women: words('Huong Linh Mai'), men: words('Minh Quang Tuan'), families: words('Nguyen Tran Pham') },
  { women: words('Sabine Ute Franziska'), men: words('Jürgen Matthias Uwe'), families: words('Bauer Weber Vogel') },
  { women: words('Ananya Meera Priya'), men: words('Arjun Rahul Vikram'), families: words('Banerjee Sharma Iyer') },
  { women: words('Beatriz Inês'), men: words('Henrique Nuno'), families: words('Almeida Duarte Moreira') },
  { women: words('Elif Zeynep'), men: words('Emre Kerem'), families: words('Demir Yilmaz') },
  { women: words('Katarzyna Agnieszka'), men: words('Marek Tomasz'), families: words('Nowak Mazur Wrona') },
]

export const choosePersonNames = (random: Random, language: Language): Names =>
  language === 'other' ? random.pick(newcomers) : personNames[language]

const plain: Record<string, string> = { ø: 'o', æ: 'ae', ß: 'ss' }

/** The name as it is written in an e-mail address. */
export const toMailName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[øæß]/g, (letter) => plain[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/g, (gap) => (/[\s-]/.test(gap) ? '-' : ''))
