package questions

func greetings() [][]string {
	return [][]string{
		{"Hey! How have you been? It feels like ages since we last sat down.", "Hi there, good to hear your voice again, how is everything going?", "Good evening! I was just thinking of calling you, what is new?"},
		{"Hi! I am doing well, thanks for asking, just a bit tired after a long week.", "Hello! All fine here, busy as always, but I cannot complain.", "Hey, great to talk to you! Everything is good, and you?"},
		{"Same here, the weather has been lovely and that helps a lot.", "I am glad to hear that, these weeks fly by so quickly.", "Glad you are well. I have been looking forward to this chat."},
		{"Me too, let us catch up properly this time.", "So much has happened, where do we even start?", "Then tell me everything, I have the whole evening."},
	}
}

func goodbyes() [][]string {
	return [][]string{
		{"It was so good to talk to you, let us not wait that long again.", "I have to run now, but this was a lovely chat.", "Thanks for listening, you always cheer me up."},
		{"Likewise! Take care and say hello to everybody at home.", "Same here, have a wonderful rest of the week.", "Any time! Talk to you soon, and sleep well."},
		{"Bye, see you soon!", "Take care, bye!", "Good night, until next time!"},
	}
}

func replies() []string {
	return []string{
		"Wow, that sounds wonderful, I am really happy for you.", "That is amazing! You have to tell me more about it one day.",
		"Oh, I had no idea, good for you!", "I can imagine how that felt, you deserve it.", "That makes me smile, thank you for telling me.",
		"Really? I would never have had the courage to do that.", "Sounds like a lot of effort, but worth it in the end.",
	}
}

// topics are what the conversations are about. Each is told, asked and asked in other words.
func topics() []topic {
	return []topic{
		{
			tell: "%s I finally adopted a %s from the shelter, and the whole house is upside down since.", ask: "What did %s adopt %s?",
			other: "Which animal did %s take in %s?", all: "Which pets has %s adopted?",
			values:        []string{"beagle", "tabby kitten", "rescued greyhound", "lop rabbit", "cockatiel", "three-legged terrier", "guinea pig", "tortoise"},
			circumstances: []string{"After the flood", "For my birthday", "When the kids moved out", "Just before Easter", "On a rainy Monday"},
			reworded:      []string{"once the water had gone", "to celebrate turning a year older", "when the nest was empty", "in spring ahead of the holidays", "at the wet start of a week"},
			talk: []string{
				"Pets change the rhythm of a home, do they not?", "My neighbor has so many animals that the postman is afraid of the gate.", "The shelter is always looking for people who walk the dogs.",
				"I grew up with animals, so a quiet house feels odd to me.", "The vet bills are what scares me about keeping a pet.",
			},
		},
		{
			tell: "%s I started learning the %s, and my teacher says that I am getting better every lesson.", ask: "Which instrument did %s start learning %s?",
			other: "What does %s play since %s?", all: "Which instruments has %s started learning?",
			values:        []string{"cello", "accordion", "bass guitar", "clarinet", "harp", "saxophone", "ukulele", "church organ"},
			circumstances: []string{"After the concert in the park", "During the long winter", "Because of my grandmother", "When my back hurt", "Thanks to a flyer in the library"},
			reworded:      []string{"that open air evening of music", "those cold dark months", "a wish of an old relative", "the trouble with the spine", "a leaflet among the shelves"},
			talk: []string{
				"Music keeps me sane when work is too much.", "I sang in a choir at school, but nobody should hear me now.", "There was a lovely concert on the radio last night.",
				"Practice is the hard part, half an hour every day, they say.", "My brother owns more instruments than chairs.",
			},
		},
		{
			tell: "%s we went to %s for a few days, and I took hundreds of pictures.", ask: "Where did %s go %s?",
			other: "To which place did %s travel %s?", all: "Which places did %s visit for a few days?",
			values:        []string{"Lisbon", "the Faroe Islands", "Ljubljana", "the Black Forest", "Marrakesh", "Gdansk", "the Lake District", "Palermo"},
			circumstances: []string{"For our anniversary", "Right after the exams", "When the office was closed", "With my cousins", "Because the flights were cheap"},
			reworded:      []string{"to mark the years of marriage", "as soon as the tests were done", "while nobody had to work", "along with relatives", "since the tickets cost little"},
			talk: []string{
				"I love planning trips almost more than going on them.", "Packing is my least favorite part of any trip.", "The trains were late again, as on every trip of mine.",
				"One day I want to see the northern lights.", "We usually stay at home in summer, it is too crowded everywhere.",
			},
		},
		{
			tell: "%s I cooked %s for the first time, and there was nothing left on the plates.", ask: "What did %s cook %s?",
			other: "Which dish did %s prepare %s?", all: "What has %s cooked for the first time?",
			values:        []string{"mushroom risotto", "a lamb tagine", "pierogi", "fish curry", "a plum cake", "stuffed peppers", "ramen from scratch", "a nut roast"},
			circumstances: []string{"For the street party", "When the boss came over", "On Sunday with the children", "After the market", "Without any recipe"},
			reworded:      []string{"for the feast of the neighborhood", "with the manager as a guest", "together with the little ones at the weekend", "with fresh goods from the stalls", "with no instructions at all"},
			talk: []string{
				"I watch too many cooking shows these days.", "Our oven is on its last legs, everything burns on one side.", "Food tastes better when somebody else washes up.",
				"I have been trying to eat more vegetables.", "My kitchen is so small that two people cannot cook in it.",
			},
		},
		{
			tell: "%s I signed up for %s, which surprised everybody who knows me.", ask: "What did %s sign up for %s?",
			other: "Which exercise did %s take up %s?", all: "What sports did %s sign up for?",
			values:        []string{"a half marathon", "rowing lessons", "a climbing course", "water polo", "fencing", "a cycling tour over the Alps", "judo", "trapeze classes"},
			circumstances: []string{"On the advice of my doctor", "After a bet with my sister", "To meet new people", "Instead of the gym", "At the start of the year"},
			reworded:      []string{"because a physician said so", "to win against a sibling", "to find friends", "as they were bored by the weights", "in January"},
			talk: []string{
				"I always promise myself to move more.", "The gym is packed in the evening, you cannot get near anything.", "My knees are not what they used to be.",
				"Running in the rain has its own charm, they say.", "The team of our town lost again, what a shame.",
			},
		},
		{
			tell: "%s I was offered a position as %s, and I said yes the same day.", ask: "Which position was %s offered %s?",
			other: "What job did %s get %s?", all: "Which positions was %s offered?",
			values:        []string{"head of logistics", "a school librarian", "a museum guide", "night editor", "a beekeeper", "an energy consultant", "a stage manager", "a ferry captain"},
			circumstances: []string{"After the reorganization", "Through an old colleague", "At the fair in Leipzig", "While I was on leave", "Out of the blue"},
			reworded:      []string{"when departments were merged", "by a former workmate", "at an exhibition in Saxony", "during time off", "without expecting anything"},
			talk: []string{
				"Meetings eat up my whole day lately.", "Our team is short of two people, so everybody works late.", "Sometimes I dream of a job without any screens.",
				"The commute is what wears me out, not the work.", "They are painting the office, and it smells awful.",
			},
		},
		{
			tell: "%s I bought %s, although it was more than I wanted to spend.", ask: "What did %s buy %s?",
			other: "Which purchase did %s make %s?", all: "What did %s buy that was more than planned?",
			values:        []string{"a cargo bike", "an old typewriter", "a telescope", "a leather sofa", "a sewing machine", "an oil painting", "a greenhouse", "a coffee roaster"},
			circumstances: []string{"With the tax refund", "At an auction", "To replace the broken one", "On the last day of the sale", "For the new flat"},
			reworded:      []string{"with money back from the state", "by bidding highest", "as the former did not work any longer", "as the discounts were ending", "for another home"},
			talk: []string{
				"I try to spend less, but everything gets more expensive.", "The delivery never came when they said it would.", "Secondhand shops are my weakness, I admit it.",
				"There is no more space in our cellar for anything.", "I return half of what I order.",
			},
		},
		{
			tell: "%s I read a novel about %s in two nights, I could not put it down.", ask: "What was the novel about that %s read %s?",
			other: "What kind of story did %s finish quickly %s?", all: "What were the novels about that %s read?",
			values:        []string{"lighthouse keepers", "a forger in Venice", "two rival chess clubs", "a lost expedition", "a village doctor", "the last whalers", "a haunted theater", "twins in wartime"},
			circumstances: []string{"In the hospital", "For my reading group", "On the night train", "Because you recommended it", "During the power cut"},
			reworded:      []string{"while being treated by nurses", "for a circle of book lovers", "in a sleeping car", "following a tip of a friend", "when the electricity was gone"},
			talk: []string{
				"My pile of unread books is taller than the lamp.", "I fall asleep after two pages these days.", "The bookshop at the corner is closing, so sad.",
				"Audiobooks are great for ironing.", "I prefer short stories, to be honest.",
			},
		},
		{
			tell: "%s the doctor found that I have %s, so I have to take it slowly for a while.", ask: "What did the doctor find that %s has %s?",
			other: "Which condition was diagnosed for %s %s?", all: "What did doctors find that %s has?",
			values:        []string{"low iron", "a torn ligament", "high blood pressure", "a pollen allergy", "a slipped disc", "tennis elbow", "an irregular heartbeat", "a stomach ulcer"},
			circumstances: []string{"At the yearly check-up", "After I fainted at work", "When I could not sleep", "Because of the headaches", "Just before the holidays"},
			reworded:      []string{"in the routine examination", "following a collapse at the office", "because of lying awake", "due to pain in the skull", "shortly ahead of a vacation"},
			talk: []string{
				"Waiting rooms make me nervous, I always catch a cold there.", "Sleep is the best medicine, my mother says.", "I should drink more water, everybody says so.",
				"Getting an appointment takes weeks here.", "My teeth have been fine for once.",
			},
		},
		{
			tell: "%s we planted %s in the garden, and the first leaves are out already.", ask: "What did %s plant %s?",
			other: "What grows at the home of %s %s?", all: "What has %s planted in the garden?",
			values:        []string{"a fig tree", "tomatoes", "a row of lavender", "sunflowers", "pumpkins", "a cherry hedge", "wild strawberries", "rhubarb"},
			circumstances: []string{"Where the shed was", "With seeds from my uncle", "Against the advice of the neighbors", "After the last frost", "Along the fence"},
			reworded:      []string{"in place of the hut", "from what a relative had kept", "though people next door warned", "once the cold nights were over", "at the border of the ground"},
			talk: []string{
				"The slugs eat everything I put into the ground.", "A bit of digging clears the head.", "It has not rained for weeks, the grass is brown.",
				"I wish we had more sun at the back of the house.", "My balcony is all the green that I can handle.",
			},
		},
		{
			tell: "%s I volunteered at %s, and I will do it again next month.", ask: "Where did %s volunteer %s?",
			other: "Whom did %s help without pay %s?", all: "Where has %s volunteered?",
			values:        []string{"the soup kitchen", "the animal hospital", "a repair cafe", "the youth orchestra", "the refugee center", "a beach cleanup", "the city archive", "a hospice"},
			circumstances: []string{"During the strike", "With my whole department", "In memory of my father", "When the river rose", "On my day off"},
			reworded:      []string{"while the workers were protesting", "as a group of colleagues", "to remember a parent", "at high water", "in free time"},
			talk: []string{
				"It is nice when people look after each other.", "Our street has a group that shovels snow for the elderly.", "I never know how to start with such things.",
				"The town could use more hands everywhere.", "Giving time is harder than giving money.",
			},
		},
		{
			tell: "%s I signed a contract for %s, and the keys come next week.", ask: "What did %s sign a contract for %s?",
			other: "Where will %s live or work %s?", all: "What has %s signed contracts for?",
			values:        []string{"a loft by the harbor", "a cabin in the hills", "a houseboat", "a studio over the bakery", "a farm cottage", "a flat with a roof terrace", "a garage with a pit", "half of a windmill"},
			circumstances: []string{"After months of searching", "Together with two friends", "Because the rent went up", "Near my parents", "Against all odds"},
			reworded:      []string{"following a long hunt", "sharing with others", "since the old home got too expensive", "close to mother and father", "although nobody believed in it"},
			talk: []string{
				"Moving boxes are still standing in our hall from last time.", "The stairs in our building are killing me.", "I would miss my neighbors if I ever moved.",
				"Houses here cost a fortune now.", "The heating makes strange noises at night.",
			},
		},
	}
}
