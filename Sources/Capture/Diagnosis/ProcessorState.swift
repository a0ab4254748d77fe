/// What the processors are doing.
public struct ProcessorState: Hashable, Sendable {
    /// How many there are.
    public var count: Int
    /// The programs that choose their clock, each once: `schedutil`, `powersave`.
    public var governors: [String]
    /// The kernel's driver for their clocks: `acpi-cpufreq`, `intel_pstate`.
    public var driver: String?
    /// How many tasks were running or ready to run, on average over the last minute.
    public var load: Double
    /// For which share of the last ten seconds a task had to wait for a processor, 0 to 1; `nil` where that is not counted.
    public var waiting: Double?

    /// A state.
    public init(count: Int, governors: [String] = [], driver: String? = nil, load: Double, waiting: Double? = nil) {
        self.count = count
        self.governors = governors
        self.driver = driver
        self.load = load
        self.waiting = waiting
    }
}
