import type { Texts } from './en.ts'

export const fr: Texts = {
  language: 'Français',
  languages: 'Langue',
  title: 'Vos données',
  intro:
    '{name} détient des coordonnées professionnelles de personnes qui travaillent dans des boutiques en ligne. Vous pouvez voir ici ce qui est enregistré à votre sujet, et en décider.',
  howItWorks:
    'Vous recevez un e-mail avec un lien, afin que personne d’autre ne puisse agir en votre nom. Nous répondons sous {days} jours.',
  questions: 'Des questions ? Écrivez à {contact}.',
  back: 'Toutes les demandes',
  email: 'Votre adresse e-mail',
  emailHint: 'L’adresse que les données concernent.',
  emailWrong: 'Ce n’est pas une adresse e-mail. Vérifiez-la et réessayez.',
  send: 'Recevoir le lien',
  sent: 'Consultez votre messagerie',
  sentText:
    'Nous avons envoyé un e-mail à l’adresse indiquée. Si des données y sont rattachées, il contient un lien qui ouvre votre demande, valable {days} jours. Sinon, l’e-mail le dit.',
  sentHint:
    'Pas d’e-mail au bout de dix minutes ? Regardez dans les indésirables. Plusieurs demandes le même jour pour une adresse donnent un seul e-mail.',
  tooMany: 'Trop de demandes sont venues de votre réseau. Attendez {minutes} minutes, puis réessayez.',
  otherSite: 'Ce formulaire a été envoyé depuis un autre site. Réessayez ici.',
  kinds: {
    copy: {
      name: 'Obtenir une copie',
      text: 'Voyez quelles données sont enregistrées à votre sujet, d’où elles viennent et qui les a reçues.',
      confirm: 'Afficher mes données',
      done: 'Voici ce qui est enregistré à votre sujet.',
    },
    object: {
      name: 'S’opposer',
      text: 'Vos données ne sont plus montrées ni transmises à personne, dès maintenant.',
      confirm: 'Ne plus utiliser mes données',
      done: 'Vos données ne sont plus montrées ni transmises à personne.',
    },
    correct: {
      name: 'Rectifier',
      text: 'Dites ce qui est faux et ce qu’il faut écrire.',
      confirm: 'Envoyer ma rectification',
      done: 'Vos données ont été rectifiées.',
    },
    erase: {
      name: 'Effacer',
      text: 'Vos données sont supprimées, et tous ceux qui les ont reçues sont invités à les supprimer aussi.',
      confirm: 'Effacer mes données',
      done: 'Vos données ont été supprimées. Tous ceux qui les avaient reçues ont été invités à les supprimer.',
    },
  },
  firstName: 'Prénom',
  lastName: 'Nom',
  jobTitle: 'Fonction',
  remark: 'Autre chose',
  correctHint: 'Remplissez ce qui doit changer. Laissez le reste vide.',
  correctEmpty: 'Dites ce qui doit changer : remplissez au moins un champ.',
  confirmTitle: 'Confirmer votre demande',
  number: 'Demande',
  waiting: 'Votre demande est en cours de traitement.',
  due: 'Vous aurez une réponse au plus tard le {date}.',
  refused: 'Votre demande a été refusée.',
  reason: 'Motif',
  complain: 'Vous pouvez saisir l’autorité de protection des données de votre lieu de résidence.',
  linkOver: 'Ce lien a expiré ou est incomplet',
  linkOverText: 'Les liens sont valables {days} jours. Vous pouvez en demander un nouveau à tout moment.',
  copyFile: 'Télécharger en fichier (JSON)',
  copyUntil: 'Cette page reste accessible jusqu’au {date}.',
  shared:
    'Plusieurs personnes sont enregistrées sous cette adresse : les noms et autres détails ne sont donc pas montrés ici. Écrivez à {contact} pour recevoir les vôtres.',
  nothingLeft: 'Plus rien n’est enregistré à votre sujet.',
  fields: {
    name: 'Nom',
    title: 'Fonction',
    role: 'Rôle',
    seniority: 'Niveau hiérarchique',
    email: 'E-mail',
    phone: 'Téléphone',
    linkedin: 'Profil',
    store: 'Travaille chez',
    source: 'Source',
    since: 'Enregistré depuis',
    updated: 'Dernière modification',
    verified: 'Dernière vérification',
    hidden: 'Masqué à tous depuis une opposition',
  },
  unknown: 'non renseigné',
  purposes: 'Finalité',
  purposesText:
    'Les données permettent à des entreprises de trouver des personnes dans des boutiques en ligne à qui proposer des services pour leur travail. Elles reposent sur l’intérêt légitime.',
  recipients: 'Qui les a reçues',
  noRecipients: 'Personne ne les a reçues.',
  category: 'Entreprises qui proposent des services aux boutiques en ligne : {count}',
  rights: 'Vos droits',
  rightsText:
    'Vous pouvez vous opposer, faire rectifier ou effacer les données, et saisir l’autorité de protection des données de votre lieu de résidence.',
  mail: {
    linkSubject: 'Votre demande concernant vos données : {kind}',
    linkText:
      'Quelqu’un, sans doute vous, a interrogé {name} sur les données enregistrées sous cette adresse. Ouvrez le lien pour continuer ; il est valable {days} jours.',
    notYou: 'Si ce n’était pas vous, ne faites rien : sans le lien, il ne se passe rien.',
    linkLabel: 'Poursuivre la demande',
    notHeldSubject: 'Aucune donnée n’est enregistrée sous votre adresse',
    notHeldText:
      'Quelqu’un, sans doute vous, a interrogé {name} sur les données enregistrées sous cette adresse. Il n’y en a aucune.',
    notHeldHint: 'Si vous utilisez d’autres adresses professionnelles, faites une demande avec chacune d’elles.',
    answeredSubject: 'Réponse à votre demande {number}',
    noticeSubject: 'Des données à votre sujet chez {name}',
    noticeText:
      '{name} détient des coordonnées professionnelles à votre sujet : votre nom, votre fonction chez {store} et les moyens de vous y joindre. Elles proviennent de {source} et sont conservées depuis le {date}.',
    noticeLabel: 'Voir, rectifier ou effacer vos données',
    noticeFooter:
      'Vous recevez cet e-mail une seule fois, car vous avez le droit de savoir quelles données d’autres détiennent à votre sujet.',
    footer: 'Vous recevez cet e-mail parce que cette adresse a été saisie sur {url}.',
  },
}
