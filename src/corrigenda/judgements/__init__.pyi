from corrigenda.judgements.meta_study import meta as meta
