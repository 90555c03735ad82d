/** Headers and words of spreadsheets in German, French, Spanish and Italian. Those that may mean two things are left out. */

/** By the field of a column, as slugs; `contact.` as in a mapping. */
export const foreignHeaders: Record<string, string> = {
  domain:
    'webseite internetseite internetadresse webadresse shopadresse domaine site_web site_internet sitio_web pagina_web dominio sito sito_web',
  name: 'shopname firma firmenname unternehmen handler boutique societe entreprise tienda empresa negozio azienda',
  category: 'branche kategorie categorie secteur categoria sector settore',
  country: 'land pays pais paese',
  monthly_visits:
    'besucher besucher_monat besucher_pro_monat monatliche_besucher visites visites_par_mois visitas visitas_mensuales visite_mensili',
  monthly_revenue_estimate:
    'umsatz_monat umsatz_pro_monat monatsumsatz chiffre_d_affaires_mensuel ingresos_mensuales fatturato_mensile',
  apps: 'installierte_apps apps_installiert anwendungen technologien applications applications_installees aplicaciones apps_instaladas applicazioni app_installate',
  observed_at: 'stand zuletzt_gesehen aktualisiert_am mise_a_jour ultima_actualizacion ultimo_aggiornamento',
  'contact.first_name': 'vorname prenom',
  'contact.last_name': 'nachname familienname nom_de_famille apellido apellidos cognome',
  'contact.full_name':
    'ansprechpartner ansprechpartnerin kontakt kontaktperson nom_complet nombre_completo nome_completo',
  'contact.title': 'funktion stelle berufsbezeichnung poste fonction cargo puesto mansione posizione',
  'contact.role': 'rolle ruolo',
  'contact.linkedin_url': 'linkedin_profil profil_linkedin perfil_linkedin profilo_linkedin',
  'contact.email':
    'mailadresse email_adresse e_mail_adresse courriel adresse_e_mail adresse_email correo correo_electronico posta_elettronica',
  'contact.email_status': 'e_mail_status statut_email estado_email stato_email',
  'contact.email_verified_at': 'gepruft_am geprueft_am verifiziert_am verifie_le verificado_el verificato_il',
  'contact.phone': 'telefon telefonnummer rufnummer handy mobil mobilnummer portable telefono movil cellulare',
  'contact.collected_at': 'stand erhoben_am collecte_le',
}

export const foreignYes = ['ja', 'oui', 'si', 'sí', 'wahr', 'vrai', 'verdadero', 'vero']
export const foreignNo = ['nein', 'non', 'falsch', 'faux', 'falso']

/** What is known of an email, by the words of verification services and of people. */
export const foreignStatuses: Record<string, string> = {
  gültig: 'valid',
  zustellbar: 'valid',
  verifiziert: 'verified',
  ungültig: 'invalid',
  unzustellbar: 'invalid',
  unbekannt: 'unknown',
  valide: 'valid',
  vérifié: 'verified',
  invalide: 'invalid',
  inconnu: 'unknown',
  válido: 'valid',
  verificado: 'verified',
  inválido: 'invalid',
  desconocido: 'unknown',
  valido: 'valid',
  verificato: 'verified',
  'non valido': 'invalid',
  sconosciuto: 'unknown',
}

/** Whose names of countries are read. */
export const countryLanguages = ['en', 'de', 'fr', 'es', 'it']
