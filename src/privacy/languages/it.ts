import type { Texts } from './en.ts'

export const it: Texts = {
  language: 'Italiano',
  languages: 'Lingua',
  title: 'I suoi dati',
  intro:
    '{name} conserva dati di contatto professionali di persone che lavorano in negozi online. Qui può vedere che cosa è conservato su di Lei e decidere in merito.',
  howItWorks:
    'Riceverà una mail con un link, così nessun altro può chiedere a Suo nome. Alle richieste si risponde entro {days} giorni.',
  questions: 'Domande? Scriva a {contact}.',
  back: 'Tutte le richieste',
  email: 'Il Suo indirizzo email',
  emailHint: 'L’indirizzo a cui si riferiscono i dati.',
  emailWrong: 'Non è un indirizzo email. Lo controlli e riprovi.',
  send: 'Inviami il link',
  sent: 'Controlli la posta',
  sentText:
    'Abbiamo inviato una mail all’indirizzo indicato. Se ci sono dati collegati, la mail contiene un link che avvia la richiesta e vale {days} giorni. Altrimenti lo dice.',
  sentHint:
    'Nessuna mail dopo dieci minuti? Guardi nella cartella spam. Più richieste per un indirizzo nello stesso giorno danno una sola mail.',
  tooMany: 'Dalla Sua rete sono arrivate troppe richieste. Attenda {minutes} minuti e riprovi.',
  otherSite: 'Questo modulo è stato inviato da un altro sito. Riprovi da qui.',
  kinds: {
    copy: {
      name: 'Ottenere una copia',
      text: 'Veda quali dati sono conservati su di Lei, da dove vengono e chi li ha ricevuti.',
      confirm: 'Mostra i miei dati',
      done: 'Ecco che cosa è conservato su di Lei.',
    },
    object: {
      name: 'Opporsi',
      text: 'Da questo momento i Suoi dati non vengono più mostrati né ceduti a nessuno.',
      confirm: 'Non usare più i miei dati',
      done: 'I Suoi dati non vengono più mostrati né ceduti a nessuno.',
    },
    correct: {
      name: 'Rettificare',
      text: 'Dica che cosa è sbagliato e come deve essere.',
      confirm: 'Invia la mia rettifica',
      done: 'I Suoi dati sono stati rettificati.',
    },
    erase: {
      name: 'Cancellare',
      text: 'I Suoi dati vengono cancellati, e a chi li ha ricevuti viene chiesto di cancellarli.',
      confirm: 'Cancella i miei dati',
      done: 'I Suoi dati sono stati cancellati. A chi li aveva ricevuti è stato chiesto di cancellarli.',
    },
  },
  firstName: 'Nome',
  lastName: 'Cognome',
  jobTitle: 'Qualifica',
  remark: 'Altro',
  correctHint: 'Compili ciò che deve cambiare. Lasci vuoto il resto.',
  correctEmpty: 'Dica che cosa deve cambiare: compili almeno un campo.',
  confirmTitle: 'Confermi la richiesta',
  number: 'Richiesta',
  waiting: 'La Sua richiesta è in lavorazione.',
  due: 'Riceverà una risposta entro il {date}.',
  refused: 'La Sua richiesta è stata respinta.',
  reason: 'Motivo',
  complain: 'Può presentare reclamo all’autorità di protezione dei dati del luogo in cui vive.',
  linkOver: 'Questo link è scaduto o incompleto',
  linkOverText: 'I link valgono {days} giorni. Può chiederne uno nuovo in qualsiasi momento.',
  copyFile: 'Scarica come file (JSON)',
  copyUntil: 'Questa pagina si può aprire fino al {date}.',
  shared:
    'Con questo indirizzo sono conservate più persone, perciò nomi e altri dettagli non sono mostrati qui. Scriva a {contact} per ricevere i Suoi.',
  nothingLeft: 'Su di Lei non è conservato più nulla.',
  fields: {
    name: 'Nome',
    title: 'Qualifica',
    role: 'Ruolo',
    seniority: 'Livello',
    email: 'Email',
    phone: 'Telefono',
    linkedin: 'Profilo',
    store: 'Lavora presso',
    source: 'Fonte',
    since: 'Conservato dal',
    updated: 'Ultima modifica',
    verified: 'Ultima verifica',
    hidden: 'Nascosto a tutti dopo un’opposizione',
  },
  unknown: 'non registrato',
  purposes: 'Finalità',
  purposesText:
    'I dati servono alle aziende per trovare nei negozi online persone a cui offrire servizi per il loro lavoro. Si basano sul legittimo interesse.',
  recipients: 'Chi li ha ricevuti',
  noRecipients: 'Nessuno li ha ricevuti.',
  category: 'Aziende che offrono servizi ai negozi online: {count}',
  rights: 'I Suoi diritti',
  rightsText:
    'Può opporsi, far rettificare o cancellare i dati e presentare reclamo all’autorità di protezione dei dati del luogo in cui vive.',
  mail: {
    linkSubject: 'La Sua richiesta sui Suoi dati: {kind}',
    linkText:
      'Qualcuno, probabilmente Lei, ha chiesto a {name} dei dati conservati con questo indirizzo. Apra il link per continuare; vale {days} giorni.',
    notYou: 'Se non è stato Lei, non faccia nulla: senza il link non succede niente.',
    linkLabel: 'Continua con la richiesta',
    notHeldSubject: 'Con il Suo indirizzo non è conservato alcun dato',
    notHeldText:
      'Qualcuno, probabilmente Lei, ha chiesto a {name} dei dati conservati con questo indirizzo. Non ce ne sono.',
    notHeldHint: 'Se al lavoro usa altri indirizzi, chieda con ciascuno di essi.',
    answeredSubject: 'Risposta alla Sua richiesta {number}',
    noticeSubject: 'Dati su di Lei presso {name}',
    noticeText:
      '{name} conserva dati di contatto professionali su di Lei: il Suo nome, la Sua attività presso {store} e come contattarLa. Provengono da {source} e sono conservati dal {date}.',
    noticeLabel: 'Vedere, correggere o cancellare i Suoi dati',
    noticeFooter:
      'Riceve questa mail una sola volta, perché ha il diritto di sapere quali dati altri conservano su di Lei.',
    footer: 'Riceve questa mail perché questo indirizzo è stato inserito in {url}.',
  },
}
