/**
 * The most common function words of other languages, with the classes of their English counterparts, so that
 * what was learned from English applies to them. A word of several classes or languages is listed once.
 */
export const functionWords: Readonly<Record<string, string>> = {
  determiner:
    'der die das den dem des ein eine einen einem einer eines dieser diese dieses jeder jede le la les l un une ce cet cette ces el los las una unos unas este esta estos estas ese esa lo i gli uno questo questa os uma het een deze dit dat ett det bir bu şu этот эта эти тот та те ο η το οι τα του της των τον την ένα ένας μια هذا هذه ذلك تلك التي الذي كل این آن นี้ นั้น 这 那 这个 那个 一个 這 個 个 一個 這個 この その あの これ それ こと もの よう 그 저 ini itu',
  possessive:
    'mein meine meinen meiner dein deine sein seine seinen seiner seinem ihre ihren ihrer unser unsere mon ma mes ton ta tes son sa ses notre nos votre vos leurs mi mis tus su sus nuestro nuestra mio mia tuo tua suo sua nostro nostra meu minha seu nosso nossa мой моя мои твой твоя свой своя наш наша',
  pronoun:
    'ich du er sie es wir ihr mich dich ihn uns euch mir dir ihm ihnen sich man je j tu il elle on nous vous ils elles me m te t se s lui leur y c ça cela yo tú él ella nosotros ellos ellas usted io lei noi voi loro ti ci vi eu ele ela nós eles elas você lhe ik jij hij zij ze wij we u hem haar ja ty ona my się go mu ją to jag hon sig я ты он она оно мы вы они меня тебя его её ее нас вас их мне тебе ему ей нам вам им себя это ти він вона ми ви вони це هو هي هم أنا أنت نحن הוא היא אני אתה הם אנחנו זה मैं तुम वह यह हम आप वे ये ฉัน คุณ เขา เรา มัน ผม 我 你 您 他 她 它 我们 你们 他们 我們 你們 他們 私 僕 あなた 彼 彼女',
  preposition:
    'in an auf mit von zu zum zur für bei nach aus über unter vor durch gegen ohne um bis seit im am vom beim de d à au aux en dans par pour sur avec sans sous vers chez entre del al con por para sin sobre hasta desde di per tra fra della dei delle alla nel nella dal dalla sul sulla do dos em na nas com sem ao aos pelo pela van op met voor aan bij uit naar om door over w z za od po przez dla på av för med till från в во на с со к ко из у о об от до за по для при без над под про з із від σε στο στη στην στον από με για في من إلى على عن مع بين حتى عند منذ של על עם אל מן את در از به با بر برای تا में से को का की के पर तक ने लिए ที่ ใน ของ จาก โดย กับ เพื่อ ถึง 的 在 从 到 对 把 被 给 于 为 地 得 從 對 給 為 は が を に で と の へ も や から まで より には では とは って 의 에 에서 를 을 은 는 이 가 와 과 로 ke dari untuk pada dengan của trong với cho ở',
  conjunction:
    'und oder aber wenn weil dass als wie ob denn sondern et ou mais si que qu car donc quand comme e o pero porque cuando como ed che perché quando come mas of maar omdat dan ale że jak gdy lub czy och att men som ve ile ama için ki и а но или что чтобы как если когда же ли і й але що як και ή αλλά ότι που να αν و أو ثم لكن أن إن ف ו או אבל כי אם یا که اما और या कि लेकिन अगर तो และ หรือ แต่ ว่า ก็ ถ้า 和 与 及 或 但 而 也 就 都 與 並 並且 但是 因为 所以 如果 て そして また しかし し ば けど 그리고 하지만 그러나 atau yang tetapi và là những các một',
  interrogative: 'was wer wo welche qui quoi dont où quel quelle',
  be: 'ist sind war waren bin bist sei wird werden wurde wurden est sont était étaient suis êtes être été era eran soy está están ser fue è sono erano siamo essere é são foi estão is zijn ben bent wordt jest są był była było är var был была было были быть есть є είναι كان كانت است بود है हैं था थी थे हो เป็น คือ อยู่ มี 是 有 了 着 过 著 過 です ます だ である いる ある た な でした ました する した して れ られ い う さ ま',
  have: 'hat haben habe hatte hatten ai as a ont avez avons avait avoir ha han he hay había ho hai hanno abbiamo heeft hebben heb had',
  modal: 'kann können muss müssen soll will wollen darf จะ ได้ ต้อง 会 能 要 可以 會',
  adverb: 'auch nur noch schon so da hier sehr dann más muy ya también भी ही 很 还 又 還',
  negation:
    'nicht kein keine keinen nie nichts ne n pas jamais rien plus no nunca nada ni non mai niente não niet geen nooit inte değil не ни нет δεν μην لا لم لن ليس ما לא नहीं न मत ไม่ 不 没 没有 沒有 ない ん ず ません không',
};
