document.addEventListener("click", (event) => {
  const thumb = event.target.closest(".pdp-gallery__thumb button");
  const main = document.getElementById("main-image");
  if (thumb && main) main.src = thumb.querySelector("img").src;
  const close = event.target.closest(".promo-bar__close");
  if (close) close.parentElement.remove();
});
document.body && document.body.classList.remove("js-loading");
