// --- a page that is served, and reloads when its files change ----------------------------------

{
  const { version } = document.documentElement.dataset;
  const look = async () => {
    try {
      const answer = await fetch("/version", { cache: "no-store" });
      if (answer.ok && (await answer.text()) !== version) location.reload();
    } catch { // the server has ended: what is here stays
      document.documentElement.dataset.ended = "";
      return;
    }
    setTimeout(look, 1000);
  };
  if (version) setTimeout(look, 1000);
}
