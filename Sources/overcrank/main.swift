print("overcrank")
