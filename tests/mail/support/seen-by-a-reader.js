// Runs in the page of a mail: returns what its reader sees. The value of the last expression is the result.
(() => {
  const color = (element) => getComputedStyle(element).color;
  const background = (element) => getComputedStyle(element).backgroundColor;
  const card = document.querySelector('.card');
  const button = document.querySelector('.button');
  const texts = [...card.querySelectorAll('h1, p, a')].filter(
    (each) => each !== button && each !== button.parentElement,
  );
  const images = [...document.querySelectorAll('img')].filter(
    (image) => image.getBoundingClientRect().width > 0,
  );
  return {
    card: background(card),
    texts: [...new Set(texts.map(color))],
    logos: images.map(({ src, width, height }) => ({ src, width, height })),
    names: images.map((image) => ({ alt: image.alt, color: color(image) })),
    button: { background: background(button), text: color(button) },
    width: document.documentElement.scrollWidth,
  };
})();
