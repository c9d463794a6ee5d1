from corrigenda.judgements.study import meta as meta
